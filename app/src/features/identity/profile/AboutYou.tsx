/** Who one is, as the utility knows it. */

import { link } from '../../../core/links'
import { useProfile } from '../../../kit/session/useProfile'
import { Card } from '../../../ui/layout/Card'
import { Description } from '../../../ui/text/Description'
import { useTranslation } from '../../../words/useTranslation'

export function AboutYou() {
  const { t } = useTranslation('profile')
  const { name, nickname, email, mobileNo, identificationType, identificationNo, emailOpting } = useProfile()
  return (
    <Card title={t('about.title')}>
      <Description
        items={[
          { id: 'name', label: t('about.name'), value: name },
          ...(nickname ? [{ id: 'nickname', label: t('about.nickname'), value: nickname }] : []),
          { id: 'email', label: t('about.email'), value: email },
          { id: 'mobile', label: t('about.mobile'), value: mobileNo && `+60 ${mobileNo}` },
          ...(identificationType ? [{ id: 'identification', label: t(`about.${identificationType}`), value: identificationNo }] : []),
          { id: 'emails', label: t('about.emails'), value: t(emailOpting ? 'about.emailsAll' : 'about.emailsNeeded') },
          {
            id: 'password',
            label: t('about.password'),
            value: <span aria-hidden="true">••••••••</span>,
            change: { label: t('about.change'), name: t('about.changePassword'), href: link('changePassword') },
          },
        ]}
      />
    </Card>
  )
}
