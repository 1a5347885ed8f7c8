import type { ReactNode } from 'react'

/** A label with its value. What does not apply is left out. */
export type Fact = readonly [label: string, value: ReactNode] | false | null | undefined

interface Props {
  readonly items: readonly Fact[]
  /**
   * `stack`: side by side, each label above its value. `figures`: the same with large numbers. `rows`: below each other, each
   * label before its value. `ends`: the same with the values at the right edge.
   */
  readonly shape?: 'stack' | 'figures' | 'rows' | 'ends'
  readonly label?: string
  /** The distance to what stands around, and nothing else. */
  readonly className?: string
}

/** What is known of something: labels with their values. */
export function Facts({ items, shape = 'stack', label, className = '' }: Props) {
  return (
    <dl className={`sy-facts ${className}`.trim()} data-shape={shape} aria-label={label}>
      {items.map(
        (fact) =>
          fact && (
            <div key={fact[0]}>
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
