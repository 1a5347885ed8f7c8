import './ringed-code.css'
import { QRCodeSVG } from '@rc-component/qrcode'

interface Props {
  readonly text: string
  /** For screen readers. */
  readonly label: string
  /** How much of its time is left, 0 to 1; left out: it has no end. */
  readonly left?: number
}

/** A QR code, as large as its place. The ring around it runs down with its time. */
export function RingedCode({ text, label, left }: Props) {
  return (
    <div className="at-code" role="img" aria-label={label}>
      {left !== undefined && (
        <svg className="at-ring" viewBox="0 0 100 100" aria-hidden="true">
          <rect x="1" y="1" width="98" height="98" rx="7" pathLength="1" />
          <rect
            className="at-ring-left"
            x="1"
            y="1"
            width="98"
            height="98"
            rx="7"
            pathLength="1"
            strokeDasharray={`${Math.max(0, Math.min(1, left))} 1`}
          />
        </svg>
      )}
      {/* Dark on white in every theme: cameras read nothing else as well. */}
      <QRCodeSVG value={text} level="M" marginSize={2} bgColor="#ffffff" fgColor="#14181b" aria-hidden />
    </div>
  )
}
