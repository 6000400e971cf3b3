/** A placeholder while content loads. Its container must set aria-busy. */
import styles from './Skeleton.module.css'

interface Props {
  width?: string | undefined
  height?: string | undefined
  shape?: 'line' | 'box' | undefined
}

export function Skeleton({ width = '100%', height, shape = 'line' }: Props) {
  return <span className={styles.skeleton} data-shape={shape} style={{ inlineSize: width, blockSize: height }} aria-hidden="true" />
}
