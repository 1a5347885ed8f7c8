import { type ReactNode, useId } from 'react'

interface Props {
  readonly title: ReactNode
  /** A link to all of it. */
  readonly more?: ReactNode
  readonly children: ReactNode
}

/** A section of the home page. */
export function HomeSection({ title, more, children }: Props) {
  const id = useId()
  return (
    <section className="sy-section" aria-labelledby={id}>
      <div className="sy-section-head">
        <h2 id={id}>{title}</h2>
        {more && <div className="sy-row sy-gap-4 sy-section-more">{more}</div>}
      </div>
      {children}
    </section>
  )
}
