/** The other rules that report the cause of a finding, each with its figures. */
import type { ListedFinding } from '~/core/core'
import { Description } from '~/ui/text/Description'

export const OtherRules = ({ also }: Pick<ListedFinding, 'also'>) => (
  <Description items={also.map(({ rule, title, sentence }) => ({ id: rule, label: title, value: sentence }))} />
)
