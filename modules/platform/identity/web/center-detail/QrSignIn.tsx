import { useQuery } from '@tanstack/react-query'
import { Button, QRCode } from 'antd'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Output } from '#kit/contract.ts'
import { failureText } from '#web/api/failure-text.ts'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import type { TokenAnswer } from '../../contract/sign-in.ts'
import { identity } from '../../contract.ts'

const POLL_MS = 1500

type QrCode = Output<typeof identity.createQrCode>

/** A code to scan with a signed-in phone. After two minutes it is replaced. */
export default function QrSignIn({ onSignedIn }: { onSignedIn: (answer: TokenAnswer) => Promise<void> }) {
  const t = useText('identity')
  const [code, setCode] = useState<QrCode>()
  const [failure, setFailure] = useState<string>()
  const create = useCallback(async () => {
    setFailure(undefined)
    try {
      setCode(await call(identity.createQrCode, undefined, { handles: 'all' }))
    } catch (error) {
      setFailure(await failureText(error))
    }
  }, [])
  useEffect(() => void create(), [create])

  const { data } = useQuery({
    ...q(identity.qrCodeState, { params: { id: code?.id ?? '' } }, { quiet: true, cache: 0 }),
    enabled: code !== undefined,
    refetchInterval: ({ state }) =>
      state.data?.state === 'waiting' || state.data?.state === 'scanned' ? POLL_MS : false,
  })
  const state = code === undefined ? undefined : (data?.state ?? 'waiting')

  const exchanged = useRef<string>(undefined)
  useEffect(() => {
    if (state !== 'confirmed' || !code || exchanged.current === code.id) return
    exchanged.current = code.id
    call(
      identity.createToken,
      { body: { grantType: 'qr', qrCodeId: code.id, secret: code.secret } },
      { handles: 'all' },
    )
      .then(onSignedIn)
      .catch(async (error: unknown) => setFailure(await failureText(error)))
  }, [state, code, onSignedIn])

  const status = { waiting: 'active', scanned: 'scanned', confirmed: 'loading', expired: 'expired' } as const
  return (
    <div className="sy-row sign-in-qr">
      <QRCode
        value={code?.content ?? '-'}
        aria-label={t('signIn.qrHint')}
        size={200}
        status={state === undefined ? 'loading' : status[state]}
        onRefresh={() => void create()}
        statusRender={(info) =>
          info.status === 'expired' ? (
            <Button onClick={() => void create()}>{t('signIn.qrAgain')}</Button>
          ) : info.status === 'scanned' ? (
            <strong>{t('signIn.qrScanned')}</strong>
          ) : null
        }
      />
      <p role="status">
        {failure ??
          t(state === 'scanned' ? 'signIn.qrConfirm' : state === 'expired' ? 'signIn.qrExpired' : 'signIn.qrHint')}
      </p>
      {failure && <Button onClick={() => void create()}>{t('signIn.qrAgain')}</Button>}
    </div>
  )
}
