import './certificates.css'
import type { ReactNode } from 'react'
import type { Certificate } from '../../contract/shapes.ts'

interface Props {
  readonly design: Certificate['design']
  readonly titleCn: string
  readonly titleEn?: string
  /** Crossed out: it no longer counts. */
  readonly isVoid?: boolean
  readonly children?: ReactNode
}

/** A certificate, small: its design and its title. */
export function CertificateDocument({ design, titleCn, titleEn, isVoid, children }: Props) {
  return (
    <div className="ce-paper" data-design={design} data-void={isVoid}>
      <strong>{titleCn}</strong>
      {titleEn && <em>{titleEn}</em>}
      {children}
    </div>
  )
}
