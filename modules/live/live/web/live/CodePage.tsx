import { useEffect, useState } from 'react'
import { Link, Navigate, useParams } from 'react-router'
import { errorText, useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { livePaths } from '../paths.ts'

/** Codes of refusals are numbers; those of links are longer, and no numbers. */
const refusal = /^[0-9]{1,7}$/

/**
 * `#/live/{type}/{id}/{code}` (LIVE-004): a provider sends back here with the code of an error, which is said; any other
 * code lets somebody from outside in.
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
