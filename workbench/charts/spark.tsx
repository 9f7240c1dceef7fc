/** A small chart without axes: its shape, and a text that says what it shows. */

interface SparkProps {
  readonly label: string
  readonly values: readonly number[]
}

export const Spark = ({ label, values }: SparkProps) => {
  const highest = Math.max(...values, 1)
  return (
    <figure>
      <div class="spark" aria-hidden="true">
        {values.map((value, index) => (
          <span
            // Points are in the order of time.
            key={index}
            class="spark-bar"
            style={{ height: `${(Math.max(0, value) / highest) * 100}%` }}
          />
        ))}
      </div>
      <figcaption class="faint small cut" title={label}>
        {label}
      </figcaption>
    </figure>
  )
}
