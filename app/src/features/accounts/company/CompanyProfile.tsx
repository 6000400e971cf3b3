/** The company of a bulk account: address, contacts and history of changes. */
import { dayAt, dayShown } from '~/core/core'
import { useRead } from '~/kit/call/read'
import { addressFields, type CompanyField, contactFields, contacts, isPhone, textsOf } from '~/kit/company/company'
import { Boundary } from '~/kit/page/Boundary'
import cards from '~/kit/page/Cards.module.css'
import { useReadOnly } from '~/kit/session/useReadOnly'
import { Button } from '~/ui/button/Button'
import { LinkButton } from '~/ui/button/LinkButton'
import { Card } from '~/ui/layout/Card'
import { Stack } from '~/ui/layout/Stack'
import { useIsNarrow } from '~/ui/layout/useIsNarrow'
import { Description } from '~/ui/text/Description'
import { phoneShown } from '~/ui/text/phone'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import type { AccountListSource } from '../accountListSource'
import { CompanyHistory } from './CompanyHistory'

interface Props {
  source: AccountListSource
  editHref: string
}

export function CompanyProfile({ source, editHref }: Props) {
  const { t } = useTranslation('accounts')
  const { bulkId } = source
  const isNarrow = useIsNarrow()
  const readOnly = useReadOnly()
  const edit = (source.mayEditCompany || readOnly !== undefined) && (
    <div>
      {readOnly === undefined ? (
        <LinkButton mode="primary" href={editHref}>
          {t('company.edit')}
        </LinkButton>
      ) : (
        <Button mode="primary" isDisabled why={readOnly}>
          {t('company.edit')}
        </Button>
      )}
    </div>
  )
  return (
    <Stack gap={5}>
      {!isNarrow && edit}
      <Boundary of={bulkId}>
        <Facts bulkId={bulkId} />
        {isNarrow && edit}
        <Card title={t('company.history')}>
          <Boundary of={bulkId} isPart>
            <CompanyHistory bulkId={bulkId} />
          </Boundary>
        </Card>
      </Boundary>
    </Stack>
  )
}

function Facts({ bulkId }: { bulkId: string }) {
  const { t } = useTranslation('accounts')
  const language = useLanguage()
  const profile = useRead('GetProfile', { id: bulkId })
  const texts = textsOf(profile.details)
  const items = (fields: readonly CompanyField[]) =>
    fields.map((field) => ({
      id: field,
      label: t(`company.fields.${field}`),
      value: isPhone(field) ? phoneShown(texts[field] ?? '') : texts[field],
    }))
  return (
    <div className={cards.cards}>
      <Card title={t('company.company')} tour="company">
        <Description
          items={[
            ...items(['companyName', 'registrationNo', 'tin']),
            { id: 'type', label: t('company.type'), value: t(profile.businessType === 1 ? 'company.government' : 'company.organisation') },
            ...items(['landline']),
            { id: 'bulkId', label: t('company.bulkId'), value: profile.bulkId },
            { id: 'since', label: t('company.since'), value: dayShown(dayAt(profile.createdAt), language) },
          ]}
        />
      </Card>
      <Card title={t('company.address')}>
        <Description items={items(addressFields)} />
      </Card>
      {contacts.map((contact) => (
        <Card key={contact} title={t(`company.${contact}`)}>
          <Description items={items(contactFields(contact))} />
        </Card>
      ))}
    </div>
  )
}
