/** The list that Select and SearchSelect open. */
import { Check } from 'lucide-react'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { classes } from '../base/classes'
import { useUiWords } from '../base/UiWords'
import styles from './Options.module.css'

export interface Option {
  id: string
  label: string
  description?: string | undefined
  /** Why the option cannot be chosen, shown in place of the description: "Offline until 06:00". */
  whyNot?: string | undefined
}

interface ListProps {
  /** Given here, or to the surrounding ComboBox, which filters them. */
  items?: readonly Option[] | undefined
  /** Shown for an empty list; without it, the text for no match. */
  whyEmpty?: string | undefined
}

export function OptionList({ items, whyEmpty }: ListProps) {
  const words = useUiWords()
  return (
    <Popover className={classes(styles.popover)} data-overlay="" offset={4} containerPadding={8}>
      <ListBox<Option>
        className={classes(styles.list)}
        {...(items && { items })}
        renderEmptyState={() => <div className={styles.empty}>{whyEmpty ?? words.noOptions}</div>}
      >
        {(option) => <OptionItem option={option} />}
      </ListBox>
    </Popover>
  )
}

function OptionItem({ option: { id, label, description, whyNot } }: { option: Option }) {
  // without React Aria's slots the visible text, including the reason, is the option's accessible name
  const second = whyNot ?? description
  return (
    <ListBoxItem id={id} textValue={label} className={classes(styles.option)} isDisabled={whyNot !== undefined}>
      <span className={styles.words}>
        <span>{label}</span>
        {second && <span className={styles.second}>{second}</span>}
      </span>
      <Check className={styles.check} aria-hidden="true" />
    </ListBoxItem>
  )
}
