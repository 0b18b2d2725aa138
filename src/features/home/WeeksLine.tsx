import styles from './home.module.css'

const [width, height, edge] = [96, 32, 4]

/** Hidden from screen readers. */
export const WeeksLine = ({ values }: { values: readonly number[] }) => {
  const most = Math.max(1, ...values)
  const step = (width - 2 * edge) / Math.max(1, values.length - 1)
  const points = values.map((value, index) => ({
    x: edge + index * step,
    y: height - edge - (value / most) * (height - 2 * edge),
  }))
  const last = points.at(-1)
  return (
    <svg className={styles.weeks} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {last && <circle cx={last.x} cy={last.y} r={3} />}
    </svg>
  )
}
