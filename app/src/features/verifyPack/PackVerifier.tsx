/** The field for the archive, and the result of its verification. */
import type { FileResult, Outcome, PackResult, RuleResult } from 'gridbill-core/packs'
import { FileArchive } from 'lucide-react'
import { useEffect, useState } from 'react'
import { FileField } from '~/kit/form/FileField'
import { Notice } from '~/ui/feedback/Notice'
import { StatusBadge } from '~/ui/feedback/StatusBadge'
import { Card } from '~/ui/layout/Card'
import { Stack } from '~/ui/layout/Stack'
import { Description } from '~/ui/text/Description'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import styles from './PackVerifier.module.css'
import { prepare, verify } from './verifier'
import type { Answer, OutcomeShown } from './worker'

export function PackVerifier() {
  const { t } = useTranslation('verifyPack')
  const language = useLanguage()
  const [file, setFile] = useState<File>()
  const [answer, setAnswer] = useState<Answer>()
  useEffect(prepare, [])
  // A change of language verifies the file again, because the sentences come from the rules.
  useEffect(() => {
    if (!file) return
    let isWanted = true
    setAnswer(undefined)
    void verify({ file, language }).then((verified) => isWanted && setAnswer(verified))
    return () => {
      isWanted = false
    }
  }, [file, language])
  const isBusy = file !== undefined && answer === undefined
  return (
    <Stack gap={5}>
      <FileField
        label={t('file')}
        hint={t('hint')}
        accept=".zip,application/zip"
        icon={<FileArchive aria-hidden="true" />}
        name={file?.name}
        doing={isBusy ? t('verifying', { name: file.name }) : undefined}
        error={answer?.problem && t(answer.problem)}
        onFile={setFile}
      />
      {answer?.verification && (
        <>
          <Notice tone={answer.outcomes[answer.verification.outcome].tone} title={answer.verification.sentence} isAnnounced />
          {answer.verification.packs.map((pack, place) => (
            <Pack
              key={pack.name ?? ''}
              pack={pack}
              outcomes={answer.outcomes}
              isMonth={place === 0 && answer.verification.packs.length > 1}
            />
          ))}
        </>
      )}
    </Stack>
  )
}

interface PackProps {
  pack: PackResult
  outcomes: Record<Outcome, OutcomeShown>
  /** Whether it is the whole archive of a month. */
  isMonth: boolean
}

function Pack({ pack, outcomes, isMonth }: PackProps) {
  const { t } = useTranslation('verifyPack')
  const number = pack.transactionNo ?? pack.name
  const title = isMonth ? t('whole') : number ? t('folder', { number }) : t('whole')
  const about = [
    { id: 'company', label: t('company'), value: pack.companyName },
    { id: 'madeAt', label: t('madeAt'), value: pack.madeAt },
    { id: 'version', label: t('version'), value: pack.productVersion },
    { id: 'seal', label: t('seal'), value: pack.seal && t('sealShown', { ...pack.seal }) },
  ]
  return (
    <Card title={title}>
      <Stack gap={4}>
        {pack.companyName && <Description items={about} />}
        <ul className={styles.rules} aria-label={t('rules')}>
          {pack.rules.map((rule) => (
            <Rule key={rule.rule} rule={rule} shown={outcomes[rule.outcome]} />
          ))}
        </ul>
        {pack.seal && <p className={styles.hint}>{t('sealHint')}</p>}
        {pack.files.length > 0 && <Files files={pack.files} outcomes={outcomes} />}
      </Stack>
    </Card>
  )
}

function Rule({ rule: { title, remarks }, shown: { word, tone } }: { rule: RuleResult; shown: OutcomeShown }) {
  return (
    <li className={styles.rule}>
      <span className={styles.ruleTitle}>{title}</span>
      <StatusBadge tone={tone}>{word}</StatusBadge>
      {remarks.length > 0 && (
        <ul className={styles.remarks}>
          {remarks.map(({ sentence }) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </li>
  )
}

function Files({ files, outcomes }: { files: readonly FileResult[]; outcomes: Record<Outcome, OutcomeShown> }) {
  const { t } = useTranslation('verifyPack')
  return (
    <details className={styles.files} open={files.some(({ outcome }) => outcome === 'fails') || undefined}>
      <summary>{t('allFiles', { count: files.length, shown: String(files.length) })}</summary>
      <ul aria-label={t('files')}>
        {files.map(({ name, title, outcome }) => (
          <li key={name} className={styles.file}>
            <span className={styles.name}>{name}</span>
            <span className={styles.hint}>{title}</span>
            <StatusBadge tone={outcomes[outcome].tone}>{outcomes[outcome].word}</StatusBadge>
          </li>
        ))}
      </ul>
    </details>
  )
}
