import { useEffect, useState } from 'react'
import { Link, Navigate, useParams } from 'react-router'
import { errorText, useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { livePaths } from '../paths.ts'

/** Codes of refusals are numbers; tokens of links are longer, and no numbers. */
const refusal = /^[0-9]{1,7}$/

/**
 * `#/live/{type}/{id}/{code}` (LIVE-004): a provider redirects here with an error code, which the page shows; any other
 * code is the token of a guest.
 */
export default function CodePage() {
  const { id = '', code = '' } = useParams()
  if (refusal.test(code)) return <Refused id={id} code={Number(code)} />
  return <Navigate replace to={`${livePaths.keylogin(id)}?token=${encodeURIComponent(code)}`} />
}

function Refused({ id, code }: { id: string; code: number }) {
  const t = useText('live')
  const [text, setText] = useState('')
  useEffect(() => {
    void errorText(code).then(setText)
  }, [code])
  return (
    <>
      <ErrorState page title={text} description={t('stage.refusedHint')} />
      <p className="lv-under-error">
        <Link to={livePaths.detail(id)}>{t('stage.toDetail')}</Link>
      </p>
    </>
  )
}
