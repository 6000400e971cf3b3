/** Opens the cells of a line's row that the list does not show, as the bank wrote them. */
import { Info } from 'lucide-react'
import { useState } from 'react'
import type { BankLine } from '~/core/core'
import { Button } from '~/ui/button/Button'
import { Modal } from '~/ui/overlay/Modal'
import { Description } from '~/ui/text/Description'
import { useTranslation } from '~/words/useTranslation'

export function OtherCells({ line: { line, reference, cells } }: { line: BankLine }) {
  const { t } = useTranslation('bankStatements')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        mode="ghost"
        size="small"
        icon={<Info aria-hidden="true" />}
        label={t('lines.cellsOf', { line, reference })}
        onPress={() => setOpen(true)}
      />
      <Modal isOpen={isOpen} onClose={() => setOpen(false)} title={t('lines.cells', { line })}>
        <Description
          items={cells.map(({ column, name, value }) => ({
            id: String(column),
            label: name || t('columns.unnamed', { place: column + 1 }),
            value,
          }))}
        />
      </Modal>
    </>
  )
}
