import { useId, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'

async function sha256Of(file: File): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Compares a PDF's fingerprint with the original's, on this device. Browsers offer it on secure addresses alone. */
export function FileCheck({ sha256 }: { sha256: string | null }) {
  const t = useText('certificates')
  const titleId = useId()
  const [found, setFound] = useState<string>()
  if (!('subtle' in crypto)) return null
  const same = found !== undefined && found === sha256
  return (
    <section className="sy-grid sy-gap-2 sy-card ce-file" aria-labelledby={titleId}>
      <h2 id={titleId}>{t('verify.fileTitle')}</h2>
      <p className="sy-faint">{t('verify.fileHint')}</p>
      <label className="sy-button">
        {t('verify.choose')}
        <input
          type="file"
          className="sy-visually-hidden"
          accept="application/pdf"
          onChange={(event) => {
            const file = event.target.files?.[0]
            setFound(undefined)
            if (file) void sha256Of(file).then(setFound)
          }}
        />
      </label>
      <p role="status" className="ce-file-answer" data-same={found === undefined ? undefined : same}>
        {found !== undefined && t(sha256 === null ? 'verify.noFile' : same ? 'verify.same' : 'verify.changed')}
      </p>
      <p className="sy-faint">{t('verify.signed')}</p>
    </section>
  )
}
