/** Signing in, for customers and for staff. The refusals are core's, in the browser and from the server. */
import { useState } from 'react'
import { call, messageOf, Refused } from '../../api'
import { checkLogin, type ErrorBody } from '../../first'
import { PublicFrame } from '../../shell/PublicFrame'
import { Button } from '../../ui/Button'
import { Form } from '../../ui/Form'
import { Notice } from '../../ui/Notice'
import { Page } from '../../ui/Page'
import { TextField } from '../../ui/TextField'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import { afterSignIn } from './redirect'
import styles from './SignIn.module.css'

export function SignIn({ audience }: { audience: 'customer' | 'staff' }) {
  const { t } = useTranslation('identity')
  const { t: common } = useTranslation()
  const language = useLanguage()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [left, setLeft] = useState({ username: false, password: false })
  const [submitted, setSubmitted] = useState(false)
  const [working, setWorking] = useState(false)
  const [refusal, setRefusal] = useState<unknown>()

  const wrong: ErrorBody | undefined = checkLogin(username, password, language).error
  const problemOf = (field: 'username' | 'password') =>
    submitted || left[field] ? wrong?.fields.find((error) => error.field === field)?.message : undefined
  const leave = (field: 'username' | 'password', typed: string) => typed && setLeft((before) => ({ ...before, [field]: true }))

  async function submit() {
    setSubmitted(true)
    setRefusal(undefined)
    if (wrong) return
    setWorking(true)
    try {
      await call(audience === 'staff' ? 'AdminLogin' : 'Login', { username, password })
      location.replace(afterSignIn(audience, location.search))
    } catch (error) {
      setRefusal(error)
      setWorking(false)
    }
  }

  const errors = submitted && wrong ? wrong.fields.map(({ field, message }) => ({ id: field, message })) : []
  const wasIdle = new URLSearchParams(location.search).has('idle')
  return (
    <PublicFrame title={t(`${audience}.title`)}>
      <div className={styles.card}>
        <Page title={t(`${audience}.title`)} subtitle={t(`${audience}.lead`)} width="form">
          {wasIdle && !refusal && <Notice tone="neutral" title={t('goneIdle')} />}
          {refusal !== undefined && (
            <Notice tone={refusal instanceof Refused && refusal.status >= 500 ? 'warning' : 'bad'} title={messageOf(refusal)} isAnnounced />
          )}
          <Form onSubmit={submit} errors={errors} errorTitle={common('problem.summary')}>
            <TextField
              id="username"
              label={t('email')}
              type="email"
              autoComplete="username"
              value={username}
              onChange={setUsername}
              onBlur={() => leave('username', username)}
              error={problemOf('username')}
              isRequired
            />
            <TextField
              id="password"
              label={t('password')}
              type="password"
              autoComplete="current-password"
              value={password}
              onChange={setPassword}
              onBlur={() => leave('password', password)}
              error={problemOf('password')}
              isRequired
            />
            <Button type="submit" mode="primary" size="large" isLoading={working} isWide>
              {t('submit')}
            </Button>
          </Form>
        </Page>
        <p className={styles.other}>
          <a href={audience === 'customer' ? '/admin/login' : '/'}>{t(`${audience}.other`)}</a>
        </p>
      </div>
    </PublicFrame>
  )
}
