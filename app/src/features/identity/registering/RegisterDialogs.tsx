/** Dialogues of the second step. They need React Aria, so they are loaded after the step is on the screen. */
import type { ComponentProps } from 'react'
import { InLanguage } from '../../../kit/page/InLanguage'
import { Terms } from '../../../kit/page/Terms'
import { ConfirmRegistration } from './ConfirmRegistration'

interface Props extends Omit<ComponentProps<typeof ConfirmRegistration>, 'isOpen'> {
  open: 'terms' | 'confirm'
}

export default function RegisterDialogs({ open, ...confirm }: Props) {
  return (
    <InLanguage>
      <Terms isOpen={open === 'terms'} onClose={confirm.onClose} />
      <ConfirmRegistration isOpen={open === 'confirm'} {...confirm} />
    </InLanguage>
  )
}
