/**
 * Content below a part that appears only for some data, such as a notice. It is hidden until the data are known, so that it does not
 * move, but at most for half a second. It loads meanwhile. Once shown, it stays.
 */
import { type ReactNode, useState } from 'react'
import { useDelayed } from '~/ui/feedback/useDelayed'
import styles from './SteadyContent.module.css'

interface Props {
  /** Whether the data are known, or could not be loaded. */
  isSettled: boolean
  children: ReactNode
}

export function SteadyContent({ isSettled, children }: Props) {
  const [isShown, setIsShown] = useState(isSettled)
  const isSlow = useDelayed(!isShown)
  if ((isSettled || isSlow) && !isShown) setIsShown(true)
  return <div className={isShown ? undefined : styles.hidden}>{children}</div>
}
