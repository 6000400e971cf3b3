/*
 * Views({ label, views: { id, label, count? }[], current, onChange })  parts of one list, of which one is shown; a count to come keeps its place
 */
import { ToggleButton } from 'react-aria-components/ToggleButton'
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup'
import { classes } from '../base/classes'
import strip from './Strip.module.css'
import { useInSight } from './useInSight'
import styles from './Views.module.css'

interface Props {
  label: string
  views: readonly { id: string; label: string; count?: string | undefined }[]
  current: string
  onChange: (id: string) => void
}

export function Views({ label, views, current, onChange }: Props) {
  const isCounted = views.some((view) => 'count' in view)
  return (
    <ToggleButtonGroup
      aria-label={label}
      ref={useInSight<HTMLDivElement>(`${current} ${views.map(({ count }) => count).join()}`)}
      className={classes(styles.views, strip.strip)}
      data-counted={isCounted || undefined}
      selectedKeys={[current]}
      disallowEmptySelection
      onSelectionChange={([id]) => id !== undefined && onChange(String(id))}
    >
      {views.map(({ id, label, count }) => (
        <ToggleButton key={id} id={id} className={styles.view ?? ''}>
          {label} {isCounted && <span className={styles.count}>{count}</span>}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
