/** A button that copies a text and confirms it. `label` names the copied text, if the button's text does not, until it is copied. */
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useUiWords } from '../base/UiWords'
import { toasts } from '../feedback/toastQueue'
import { VisuallyHidden } from '../text/VisuallyHidden'
import { Button, type ButtonLook } from './Button'

interface Props extends ButtonLook {
  text: string
  /** "Copy" unless set. */
  children?: string | undefined
  /** The text shown after copying, "Copied" unless set. */
  copied?: string | undefined
  label?: string | undefined
}

export function CopyButton({ text, label, ...props }: Props) {
  const words = useUiWords()
  const { children = words.copy, copied = words.copied, ...look } = props
  const [last, setLast] = useState<string>()
  // False again if the text changes.
  const isCopied = last === text
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setLast(text)
    } catch {
      setLast(undefined)
      toasts.add({ title: words.notCopied, tone: 'bad' })
    }
  }
  return (
    <>
      <Button {...look} icon={isCopied ? <Check /> : <Copy />} label={isCopied ? undefined : label} onPress={() => void copy()}>
        {isCopied ? copied : children}
      </Button>
      <VisuallyHidden role="status">{isCopied ? copied : ''}</VisuallyHidden>
    </>
  )
}
