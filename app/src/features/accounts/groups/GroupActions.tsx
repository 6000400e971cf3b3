/** The actions for a group's page, disabled with a reason where they are not possible. */
import { Ellipsis } from 'lucide-react'
import { type Group, sentence } from '../../../core/core'
import { link } from '../../../core/links'
import { Button } from '../../../ui/button/Button'
import { LinkButton } from '../../../ui/button/LinkButton'
import { Menu } from '../../../ui/overlay/Menu'
import { useLanguage } from '../../../words/useLanguage'
import { useTranslation } from '../../../words/useTranslation'
import type { AccountListSource } from '../accountListSource'
import { noGroupHref } from './groupList'
import type { Paying } from './PayGroup'

interface Props {
  source: AccountListSource
  group: Group
  paying: Paying
  onDialog: (dialog: 'rename' | 'delete') => void
}

export function GroupActions({ source, group, paying, onDialog }: Props) {
  const { t } = useTranslation('groups')
  const language = useLanguage()
  const forbidden = sentence('forbidden', language)
  const whyNotPay = paying.whyNotPay(group)
  return (
    <>
      <Menu
        label={t('view.more')}
        trigger={<Button icon={<Ellipsis />} label={t('view.more')} />}
        items={[
          { id: 'statement', label: t('view.statement'), href: link('statements', { open: 'combined', group: group.groupId }) },
          {
            id: 'rename',
            label: t('rename.action'),
            onAction: () => onDialog('rename'),
            startsGroup: true,
            whyNot: source.mayUpdate ? undefined : forbidden,
          },
          {
            id: 'delete',
            label: t('delete.action'),
            onAction: () => onDialog('delete'),
            isDanger: true,
            startsGroup: true,
            whyNot: source.mayDelete ? undefined : forbidden,
          },
        ]}
      />
      {source.mayUpdate ? (
        <LinkButton href={noGroupHref(group.groupId)}>{t('view.add')}</LinkButton>
      ) : (
        <Button isDisabled why={forbidden}>
          {t('view.add')}
        </Button>
      )}
      <Button
        mode="primary"
        onPress={() => paying.pay(group)}
        isDisabled={whyNotPay !== undefined}
        why={whyNotPay}
        isLoading={paying.isPending}
      >
        {t('pay.action')}
      </Button>
    </>
  )
}
