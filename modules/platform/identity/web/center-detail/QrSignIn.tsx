import { useQuery } from '@tanstack/react-query'
import { Button, QRCode } from 'antd'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Output } from '#kit/contract.ts'
import { isRefusal } from '#web/api/call-error.ts'
import { failureText } from '#web/api/failure-text.ts'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { TOO_MANY_SESSIONS } from '../../contract/codes.ts'
import type { TokenAnswer } from '../../contract/sign-in.ts'
import { identity } from '../../contract.ts'
import { TooManySessions } from './TooManySessions.tsx'

const POLL_MS = 1500

type QrCode = Output<typeof identity.createQrCode>

/** A code to scan with a signed-in phone. After two minutes it is replaced. */
export default function QrSignIn({ onSignedIn }: { onSignedIn: (answer: TokenAnswer) => Promise<void> }) {
  const t = useText('identity')
  const [code, setCode] = useState<QrCode>()
  const [failure, setFailure] = useState<string>()
  const [refused, setRefused] = useState<unknown>()
  const create = useCallback(async () => {
    setFailure(undefined)
    setRefused(undefined)
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

  const exchange = useCallback(
    async (confirmed: QrCode, endOldest: boolean) => {
      setFailure(undefined)
      setRefused(undefined)
      const body = { grantType: 'qr' as const, qrCodeId: confirmed.id, secret: confirmed.secret, endOldest }
      try {
        await onSignedIn(await call(identity.createToken, { body }, { handles: 'all' }))
      } catch (error) {
        setRefused(error)
        setFailure(await failureText(error))
      }
    },
    [onSignedIn],
  )
  const exchanged = useRef<string>(undefined)
  useEffect(() => {
    if (state !== 'confirmed' || !code || exchanged.current === code.id) return
    exchanged.current = code.id
    void exchange(code, false)
  }, [state, code, exchange])

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
      <TooManySessions error={refused} />
      {code && isRefusal(refused, TOO_MANY_SESSIONS) && (
        <Button type="primary" onClick={() => void exchange(code, true)}>
          {t('signIn.endOldest')}
        </Button>
      )}
      {failure && <Button onClick={() => void create()}>{t('signIn.qrAgain')}</Button>}
    </div>
  )
}
