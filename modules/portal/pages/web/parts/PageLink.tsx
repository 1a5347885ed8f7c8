import type { ReactNode } from 'react'
import { Link } from 'react-router'

interface Props {
  /** `#/…` of the product; `https:` and `mailto:` open beside it. The server lets nothing else through. */
  readonly to: string
  readonly className?: string
  readonly children: ReactNode
}

export function PageLink({ to, className, children }: Props) {
  if (to.startsWith('#/'))
    return (
      <Link className={className} to={to.slice(1)}>
        {children}
      </Link>
    )
  if (!/^(https|mailto):/.test(to)) return <span className={className}>{children}</span>
  return (
    <a className={className} href={to} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}
