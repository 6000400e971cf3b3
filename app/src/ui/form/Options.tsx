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
  /** A short name that can be typed instead of the label, such as the code of a cost centre. */
  code?: string | undefined
  description?: string | undefined
  /** Why the option cannot be chosen, shown in place of the description: "Offline until 06:00". */
  whyNot?: string | undefined
}

interface ListProps {
  /** The options; undefined if the surrounding ComboBox has them and filters them. */
  items?: readonly Option[] | undefined
  /** The text of an empty list. By default, it is that nothing matches. */
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
  // Without React Aria's slots, the option's accessible name is its visible text, including the reason.
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
