/** An e-mail address or similar text. If it does not fit, it breaks after "@" or before ".", never in a word. */
import { Fragment } from 'react'

export function Breakable({ children }: { children: string }) {
  const parts = children.split(/(?<=@)|(?=\.)/)
  return parts.map((part, place) => (
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
