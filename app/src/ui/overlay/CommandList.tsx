/** A search field with its results below. The focus stays in the field. Arrow keys select a result, and Enter opens it. */
import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Header } from 'react-aria-components/Header'
import { Input } from 'react-aria-components/Input'
import { Menu, MenuItem, MenuSection } from 'react-aria-components/Menu'
import { SearchField } from 'react-aria-components/SearchField'
import { classes } from '../base/classes'
import { fieldStyles } from '../form/Field'
import styles from './CommandList.module.css'

interface Command {
  id: string
  label: string
  description?: string | undefined
  icon?: ReactNode
}

interface CommandGroup {
  id: string
  label: string
  items: readonly Command[]
}

interface Props {
  label: string
  placeholder: string
  text: string
  onTextChange: (text: string) => void
  groups: readonly CommandGroup[]
  onAction: (id: string) => void
  /** The state of the search in words: the number of results, no match, or searching. */
  note: string | undefined
}

export function CommandList({ label, placeholder, text, onTextChange, groups, onAction, note }: Props) {
  return (
    <Autocomplete inputValue={text} onInputChange={onTextChange}>
      {/* The field is inside the scroll container, so that keys scroll the results while the focus is in the field. */}
      <div className={styles.all}>
        <SearchField aria-label={label} autoFocus className={classes(fieldStyles.field, styles.field)}>
          <div className={fieldStyles.box}>
            <Search className={styles.sign} aria-hidden="true" />
            <Input className={classes(fieldStyles.input, styles.input)} placeholder={placeholder} />
          </div>
        </SearchField>
        <p role="status" className={styles.note}>
          {note}
        </p>
        <Menu aria-label={label} className={classes(styles.list)} onAction={(id) => onAction(String(id))}>
          {groups.map((group) => (
            <MenuSection key={group.id} id={group.id} className={classes(styles.group)}>
              <Header className={classes(styles.header)}>{group.label}</Header>
              {group.items.map((item) => (
                <MenuItem key={item.id} id={item.id} textValue={item.label} className={classes(styles.item)}>
                  {item.icon}
                  <span className={styles.words}>
                    <span>{item.label}</span>
                    {item.description && <span className={styles.second}>{item.description}</span>}
                  </span>
                </MenuItem>
              ))}
            </MenuSection>
          ))}
        </Menu>
      </div>
    </Autocomplete>
  )
}
