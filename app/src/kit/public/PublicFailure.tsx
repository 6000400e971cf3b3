/**
 * The error boundary of public pages. Their code cannot be loaded if the connection failed or a new version was deployed.
 */
import { Component, type ReactNode } from 'react'
import { Button } from '~/ui/button/Button'
import { useTranslation } from '~/words/useTranslation'
import { PublicPage } from './PublicPage'
import { reloadPublicPage } from './publicPages'

export class PublicFailure extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <Failed /> : this.props.children
  }
}

function Failed() {
  const { t } = useTranslation()
  return (
    <PublicPage title={t('problem.page')}>
      <div>
        <Button mode="primary" onPress={reloadPublicPage}>
          {t('ui.refresh')}
        </Button>
      </div>
    </PublicPage>
  )
}
