/**
 * What the Master's company still lacks, as long as it lacks something. Each step is done here, in a dialogue, or on the page of its
 * link. A member who pays sees the step that the Master asks them for. It loads after the figures, and appears once everything is known.
 */
import { type ReactNode, useState } from 'react'
import { numberShown } from '~/core/core'
import { link } from '~/core/links'
import { viewedId } from '~/core/viewed'
import { useIsReadPending, useOptionalRead } from '~/kit/call/read'
import { useUndo } from '~/kit/form/useUndo'
import { usePayersWithoutFactor } from '~/kit/people/payers'
import { FactorStep } from '~/kit/session/FactorNeeded'
import { useHasFactor } from '~/kit/session/useHasFactor'
import { useMay } from '~/kit/session/useProfile'
import { deferComponent } from '~/ui/base/deferred'
import { Button } from '~/ui/button/Button'
import { LinkButton } from '~/ui/button/LinkButton'
import { Card } from '~/ui/layout/Card'
import { focusRowOrTitle } from '~/ui/layout/useFocusBack'
import { withWords } from '~/words/store'
import { type Translate, useTranslation } from '~/words/useTranslation'
import styles from './SetUp.module.css'
import { isOptional, needsCentres, type SetUpStep, type StepId, stepsLeft } from './stepsLeft'

const AskForFactor = deferComponent(withWords(['security'], async () => (await import('~/kit/people/AskForFactor')).AskForFactor))

export function SetUp({ bulkId }: { bulkId: string }) {
  const isMaster = useMay('manageUser', 'update')
  const isPayer = useMay('payment', 'add')
  if (viewedId !== undefined) return null
  return isMaster ? <Steps id={bulkId} /> : isPayer && <PayerStep id={bulkId} />
}

/** The second factor of a member, while payments need approval: without one, they cannot release what others approved. */
function PayerStep({ id }: { id: string }) {
  const { t } = useTranslation('home')
  const hasFactor = useHasFactor()
  const approvals = useOptionalRead('GetApprovalPolicy', { id })
  if (!approvals?.isOn || hasFactor !== false) return null
  return (
    <Card title={t('setUp.title')}>
      <ul className={styles.steps}>
        <li>
          <Label title={t('setUp.factor')} why={t('setUp.why.payer')} />
          <div className={styles.actions}>
            <FactorStep />
          </div>
        </li>
      </ul>
    </Card>
  )
}

function Steps({ id }: { id: string }) {
  const { t } = useTranslation('home')
  const hasFactor = useHasFactor()
  const approvals = useOptionalRead('GetApprovalPolicy', { id })
  const accounting = useOptionalRead('GetAccountingProfiles', { id })
  const asksPayers = approvals?.isOn === true
  const payers = usePayersWithoutFactor(asksPayers)
  const asksAccounts = needsCentres(accounting)
  const uncoded = useOptionalRead('GetUncodedAccounts', { id, recordCount: 1 }, asksAccounts)?.total
  const isAwaited = [
    useIsReadPending('GetFactors', {}),
    useIsReadPending('GetApprovalPolicy', { id }),
    useIsReadPending('GetAccountingProfiles', { id }),
    useIsReadPending('GetFactorPolicy', { id }, asksPayers),
    useIsReadPending('GetUncodedAccounts', { id, recordCount: 1 }, asksAccounts),
  ].includes(true)
  const { hidden, hide } = useHiddenSteps(id)
  const [isAsking, setAsking] = useState(false)
  const steps = isAwaited ? [] : stepsLeft({ hasFactor, approvals, payers, accounting, uncoded }, hidden)
  if (steps.length === 0) return null

  const actions: Record<StepId, ReactNode> = {
    factor: <FactorStep />,
    payers: (
      <Button size="small" onPress={() => setAsking(true)}>
        {t('setUp.ask')}
      </Button>
    ),
    centres: <SmallLink href={link('uncodedAccounts')}>{t('setUp.code')}</SmallLink>,
    colleague: <SmallLink href={link('users', { open: 'add' })}>{t('setUp.invite')}</SmallLink>,
    policy: <SmallLink href={link('approvalPolicy', { open: 'edit' })}>{t('setUp.setPolicy')}</SmallLink>,
    accounting: <SmallLink href={link('accounting')}>{t('setUp.choose')}</SmallLink>,
  }
  return (
    <Card title={t('setUp.title')}>
      <ul className={styles.steps}>
        {steps.map((step) => (
          <li key={step.id}>
            <Label title={titleOf(step, t)} why={t(`setUp.why.${step.id}`)} />
            <div className={styles.actions}>
              {actions[step.id]}
              {isOptional(step) && (
                <Button mode="ghost" size="small" label={t(`setUp.without.${step.id}`)} onPress={() => hide(step.id)}>
                  {t('setUp.notNeeded')}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {isAsking && payers && <AskForFactor people={payers.others} onClose={() => setAsking(false)} />}
    </Card>
  )
}

const SmallLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <LinkButton size="small" href={href}>
    {children}
  </LinkButton>
)

function titleOf(step: SetUpStep, t: Translate<'home'>): string {
  if (step.id === 'payers') return t('setUp.payers', { count: step.without, shown: numberShown(step.without), all: numberShown(step.all) })
  if (step.id === 'centres') return t('setUp.centres', { count: step.accounts, shown: numberShown(step.accounts) })
  return t(`setUp.${step.id}`)
}

function Label({ title, why }: { title: string; why: string }) {
  return (
    <div className={styles.what}>
      <p className={styles.label}>{title}</p>
      <p className={styles.why}>{why}</p>
    </div>
  )
}

/** The steps that the user hid, stored in this browser for each company. */
function useHiddenSteps(bulkId: string) {
  const { t } = useTranslation('home')
  const offerUndo = useUndo()
  const key = `gridbill.setUp.hidden ${bulkId}`
  const read = () => (localStorage.getItem(key) ?? '').split(' ') as StepId[]
  const [hidden, setHidden] = useState(read)
  function store(next: StepId[]) {
    localStorage.setItem(key, next.join(' '))
    setHidden(next)
  }
  function hide(id: StepId) {
    store([...read(), id])
    // Other steps may be hidden by the time of the undo.
    offerUndo(t('setUp.hidden'), () => store(read().filter((one) => one !== id)))
    requestAnimationFrame(() => focusRowOrTitle())
  }
  return { hidden, hide }
}
