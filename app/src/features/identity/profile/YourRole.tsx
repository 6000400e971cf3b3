/** What one may do, and for whom. Rights are given by the Master or an administrator, so nothing is changed here. */
import { instantShown } from '../../../core/core'
import { isStaffRole, useProfile } from '../../../kit/session/useProfile'
import { Card } from '../../../ui/layout/Card'
import { Description } from '../../../ui/text/Description'
import { useLanguage } from '../../../words/useLanguage'
import { useTranslation } from '../../../words/useTranslation'

export function YourRole() {
  const { t } = useTranslation(['profile', 'shell'])
  const language = useLanguage()
  const { role, companyName, bulkId, lastLoginDateTime } = useProfile()
  return (
    <Card title={t('role.title')}>
      <Description
        items={[
          { id: 'role', label: t('role.role'), value: t(`shell:roles.${role ?? 'none'}`) },
          { id: 'rights', label: t('role.rights'), value: t(`role.${useRights()}`) },
          { id: 'company', label: t(isStaffRole(role) ? 'role.utility' : 'role.company'), value: companyName },
          ...(isStaffRole(role) ? [] : [{ id: 'bulkId', label: t('role.bulkAccount'), value: bulkId }]),
          { id: 'last', label: t('role.lastLogin'), value: lastLoginDateTime && instantShown(lastLoginDateTime, language) },
        ]}
      />
    </Card>
  )
}

function useRights() {
  const { role, permissions } = useProfile()
  if (role !== 'member') return role ?? 'none'
  if (permissions.makePayments) return permissions.manageAccounts ? 'paysAndKeeps' : 'pays'
  return permissions.manageAccounts ? 'keeps' : 'viewer'
}
