/** A paragraph that contains the number of the utility's care line. `children` returns its text. */
import { useRead } from '~/kit/call/read'
import { Boundary } from '~/kit/page/Boundary'
import { Skeleton } from '~/ui/feedback/Skeleton'
import { unbroken } from '~/ui/text/unbroken'

interface Props {
  children: (careLine: string) => string
}

export function CareLine({ children }: Props) {
  return (
    <Boundary
      isPart
      waiting={
        <p>
          <Skeleton width="70%" />
        </p>
      }
    >
      <Sentence>{children}</Sentence>
    </Boundary>
  )
}

function Sentence({ children }: Props) {
  return <p>{children(unbroken(useRead('GetPortal', {}).careLine))}</p>
}
