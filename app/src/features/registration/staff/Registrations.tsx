/** Companies' applications for a bulk account: counts by status, and the list. */
import { getRouteApi } from '@tanstack/react-router'
import { numberShown } from '~/core/core'
import { link, paths } from '~/core/links'
import { useRead } from '~/kit/call/read'
import { FigureSkeleton } from '~/kit/figures/FigureSkeleton'
import { List } from '~/kit/list/List'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { useList } from '~/kit/list/useList'
import { Boundary } from '~/kit/page/Boundary'
import { useTitle } from '~/kit/page/useTitle'
import { useQueued } from '~/kit/queue/origin'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { StatCard, StatStrip } from '~/ui/text/StatCard'
import { useTranslation } from '~/words/useTranslation'
import { countOf, type RegistrationFigure, registrationFigures } from './figures'
import { registrationList } from './registrationList'

const route = getRouteApi(paths.registrations)
const hrefOf = (status: RegistrationFigure) => link('registrations', { status })
/** Whether applications with this status need action by staff. */
const needsStaffAction = (status: RegistrationFigure) => status === 'pending' || status === 'withErrors'

export function Registrations() {
  const { t } = useTranslation('registrationStaff')
  useTitle(t('title'))
  const registrations = useList(registrationList, { search: route.useSearch(), onSearch: useChangeSearch(route.useNavigate()) })
  return (
    <Page title={t('title')} about={t('lead')}>
      <Stack gap={3}>
        <StatStrip>
          {registrationFigures.map((name) => (
            <Boundary
              key={name}
              isPart
              waiting={<FigureSkeleton label={t(`figure.${name}`)} href={hrefOf(name)} meta={t(`figure.${name}Meta`)} />}
            >
              <StatusFigure name={name} />
            </Boundary>
          ))}
        </StatStrip>
        <List list={useQueued(registrations)} />
      </Stack>
    </Page>
  )
}

function StatusFigure({ name }: { name: RegistrationFigure }) {
  const { t } = useTranslation('registrationStaff')
  const { total } = useRead('BulkUserRegistrationTable', countOf(name))
  return (
    <StatCard
      label={t(`figure.${name}`)}
      value={numberShown(total)}
      meta={t(`figure.${name}Meta`)}
      href={hrefOf(name)}
      tone={total > 0 && needsStaffAction(name) ? 'warning' : undefined}
    />
  )
}
