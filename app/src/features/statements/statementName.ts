/** A statement in words. Statements of the same account differ in period and language. */
import type { RequestedStatement } from '../../core/core'
import type { Context } from '../../kit/list/context'

export const statementName = ({ caNo, statementPeriod, language }: RequestedStatement, { t }: Pick<Context<'statements'>, 't'>): string =>
  t('row', { account: caNo, period: t('lastMonths', { count: statementPeriod }), language: t(`inLanguage.${language}`) })
