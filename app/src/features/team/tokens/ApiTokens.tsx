/** The company's API tokens: what each may do, its last use, and the actions to create, rotate and revoke. */
import { useState } from 'react'
import { type ApiToken, type CreatedApiToken, dayAt, dayShown, instantShown, sentence } from '~/core/core'
import { link } from '~/core/links'
import { useRead } from '~/kit/call/read'
import { useWrite } from '~/kit/call/write'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { Boundary } from '~/kit/page/Boundary'
import rows from '~/kit/page/Rows.module.css'
import { useTitle } from '~/kit/page/useTitle'
import { useBulkId, useMay } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { CopyableText } from '~/ui/button/CopyableText'
import { LinkButton } from '~/ui/button/LinkButton'
import { Notice } from '~/ui/feedback/Notice'
import { StatusBadge, type Tone } from '~/ui/feedback/StatusBadge'
import { toasts } from '~/ui/feedback/toastQueue'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { ConfirmDialog } from '~/ui/overlay/ConfirmDialog'
import { Modal } from '~/ui/overlay/Modal'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { RotateToken } from './RotateToken'
import { scopeKeys } from './scopes'
import { TokenForm } from './TokenForm'

export function ApiTokens() {
  const { t } = useTranslation('apiTokens')
  useTitle(t('title'))
  return (
    <Page width="form" title={t('title')} subtitle={t('lead')}>
      <Boundary isPage>
        <Tokens />
      </Boundary>
    </Page>
  )
}

type Opened = 'create' | { rotated: ApiToken } | { revoked: ApiToken } | { shown: CreatedApiToken }

function Tokens() {
  const { t } = useTranslation('apiTokens')
  const language = useLanguage()
  const { items, limit, callsPerMinute, isSandbox } = useRead('GetApiTokens', { id: useBulkId() })
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const show = (created: CreatedApiToken) => setOpened({ shown: created })
  const whyNot = useMay('manageUser', 'update') ? undefined : sentence('forbidden', language)
  const isFull = items.filter(works).length >= limit
  return (
    <Stack gap={5}>
      <div className={rows.acts}>
        <Button
          mode="primary"
          onPress={() => setOpened('create')}
          isDisabled={whyNot !== undefined || isFull}
          why={whyNot ?? sentence('apiTokensTooMany', language, { limit })}
        >
          {t('create')}
        </Button>
        <LinkButton href={link('apiDocs')}>{t('documentation')}</LinkButton>
      </div>
      {isSandbox && <Notice title={t('sandbox')}>{t('sandboxBody')}</Notice>}
      {items.length === 0 ? (
        <Notice title={t('empty')}>{t('emptyBody')}</Notice>
      ) : (
        <ul className={rows.rows} aria-label={t('title')}>
          {items.map((token) => (
            <Token
              key={token.tokenId}
              token={token}
              whyNot={whyNot}
              onRotate={() => setOpened({ rotated: token })}
              onRevoke={() => setOpened({ revoked: token })}
            />
          ))}
        </ul>
      )}
      <p>{t('about.calls', { count: callsPerMinute })}</p>
      {opened === 'create' && <TokenForm onCreated={show} onClose={close} />}
      {typeof opened === 'object' && 'rotated' in opened && <RotateToken token={opened.rotated} onCreated={show} onClose={close} />}
      {typeof opened === 'object' && 'revoked' in opened && <RevokeToken token={opened.revoked} onClose={close} />}
      {typeof opened === 'object' && 'shown' in opened && <ShownToken created={opened.shown} onClose={close} />}
    </Stack>
  )
}

const works = ({ state }: ApiToken) => state === 'active' || state === 'rotating'

const tones = { active: 'good', rotating: 'warning', expired: 'neutral', revoked: 'neutral' } as const satisfies Record<
  ApiToken['state'],
  Tone
>

interface TokenProps {
  token: ApiToken
  whyNot: string | undefined
  onRotate: () => void
  onRevoke: () => void
}

function Token({ token, whyNot, onRotate, onRevoke }: TokenProps) {
  const { t } = useTranslation('apiTokens')
  const language = useLanguage()
  const { name, ending, state, scopes, addresses, createdBy, createdAt, expiresAt, oldWorksUntil, revokedAt } = token
  const { lastUsedAt, lastUsedAddress } = token
  const may = scopes.map((scope) => t(`scope.${scopeKeys[scope]}`)).join(', ')
  const lastSecond = new Date(Date.parse(expiresAt) - 1000).toISOString()
  return (
    <li className={rows.row} data-row={name}>
      <div className={rows.head}>
        <h2 className={rows.name}>{name}</h2>
        <StatusBadge tone={tones[state]}>{t(`state.${state}`)}</StatusBadge>
      </div>
      <p>{t('may', { scopes: may })}</p>
      {addresses.length > 0 && <p>{t('from', { addresses: addresses.join(', ') })}</p>}
      {oldWorksUntil !== null && <p>{t('oldWorks', { when: instantShown(oldWorksUntil, language) })}</p>}
      <p>
        {revokedAt === null
          ? t(state === 'expired' ? 'expired' : 'validUntil', { day: dayShown(dayAt(lastSecond), language) })
          : t('revokedAt', { when: instantShown(revokedAt, language) })}
      </p>
      <p className={rows.note}>
        {lastUsedAt === null ? t('neverUsed') : t('lastUsed', { when: instantShown(lastUsedAt, language), address: lastUsedAddress ?? '' })}
      </p>
      <p className={rows.note}>
        {t('created', { name: createdBy, when: instantShown(createdAt, language) })} · {t('ending', { ending })}
      </p>
      {works(token) && (
        <div className={rows.acts}>
          <Button size="small" label={t('rotateOne', { name })} onPress={onRotate} isDisabled={whyNot !== undefined} why={whyNot}>
            {t('rotate')}
          </Button>
          <Button size="small" label={t('revokeOne', { name })} onPress={onRevoke} isDisabled={whyNot !== undefined} why={whyNot}>
            {t('revoke')}
          </Button>
        </div>
      )}
    </li>
  )
}

/** Asks before it revokes the token. */
function RevokeToken({ token: { tokenId, name }, onClose }: { token: ApiToken; onClose: () => void }) {
  const { t } = useTranslation('apiTokens')
  const id = useBulkId()
  const revoke = useWrite('RevokeApiToken')
  function confirm() {
    const onSuccess = () => {
      onClose()
      toasts.add({ title: t('revoked', { name }), tone: 'good' })
    }
    revoke.mutate({ id, tokenId }, { onSuccess })
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={confirm}
      title={t('revokeTitle', { name })}
      confirmLabel={t('revoke')}
      cancelLabel={t('keep')}
      tone="danger"
      isLoading={revoke.isPending}
    >
      <p>{t('revokeBody')}</p>
      {revoke.isError && <RefusalNotice error={revoke.error} />}
    </ConfirmDialog>
  )
}

/** Dialogue that shows a new token, once. Only its button closes it, so that the token is not lost by a click next to it. */
function ShownToken({ created: { token, secret }, onClose }: { created: CreatedApiToken; onClose: () => void }) {
  const { t } = useTranslation('apiTokens')
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={t('shown.title', { name: token.name })}
      isDismissable={false}
      hasCloseButton={false}
      footer={
        <Button mode="primary" onPress={onClose}>
          {t('shown.done')}
        </Button>
      }
    >
      <Stack gap={4}>
        <Notice tone="warning" title={t('shown.once')}>
          {t('shown.onceBody')}
        </Notice>
        <CopyableText text={secret} label={t('shown.copyOne', { name: token.name })} />
        {token.state === 'rotating' && <p>{t('shown.overlap')}</p>}
      </Stack>
    </Modal>
  )
}
