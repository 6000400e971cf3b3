/** Where the activity came from: network address and device. */
import { useDevice } from '../../kit/people/useDevice'
import { Breakable } from '../../ui/text/Breakable'
import { TwoLines } from '../../ui/text/TwoLines'

interface Props {
  address: string
  device: string | null
}

export function ActivityOriginCell({ address, device }: Props) {
  const { name } = useDevice(device ?? '')
  return <TwoLines first={<Breakable>{address}</Breakable>} second={device && name} />
}
