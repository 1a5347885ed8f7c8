import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { type ReactNode, useState } from 'react'
import { PACKAGE_FILE_UNFIT, packages } from '#modules/learning/packages/contract.ts'
import { FileUpload } from '#modules/platform/files/web.tsx'
import { isRefusal } from '#web/api/call-error.ts'
import { call, q } from '#web/api/query.ts'
import { errorText, useText } from '#web/i18n/texts.ts'
import { Field } from './Field.tsx'

const askEveryMs = 3000

interface Props {
  readonly packageId: string | undefined
  readonly problem: ReactNode
  readonly onBusy: (busy: boolean) => void
  readonly onChosen: (packageId: string, title: string) => void
}

/** A learning package: the archive is uploaded, prepared by the server, and says when it can be used. */
export function PackageField({ packageId, problem, onBusy, onChosen }: Props) {
  const t = useText('courses')
  const [refused, setRefused] = useState<string>()
  const make = async (fileId: string) => {
    setRefused(undefined)
    try {
      const made = await call(packages.createPackage, { body: { fileId } }, { handles: [PACKAGE_FILE_UNFIT] })
      onChosen(made.id, made.title)
    } catch (error) {
      if (isRefusal(error, PACKAGE_FILE_UNFIT)) setRefused(await errorText(PACKAGE_FILE_UNFIT.code, error.data))
    }
  }
  return (
    <Field label={t('authoring.package')} hint={t('authoring.packageHint')} problem={refused ?? problem}>
      {packageId !== undefined && <PackageState id={packageId} />}
      <FileUpload kind="package" onBusy={onBusy} onUploaded={(file) => void make(file.id)} />
    </Field>
  )
}

/** How far the package is, and why it could not be prepared. */
function PackageState({ id }: { id: string }) {
  const t = useText('courses')
  const packageText = useText('packages')
  const found = useQuery({
    ...q(packages.getPackage, { params: { id } }, { quiet: true, cache: 0 }),
    refetchInterval: ({ state }) => (state.data?.state === 'preparing' ? askEveryMs : false),
  })
  if (!found.data) return null
  const { state, title, reasons, kind, unitCount } = found.data
  const type = { preparing: 'info', ready: 'success', failed: 'error' } as const
  const facts = state === 'ready' ? t('authoring.packageFacts', { kind: kind ?? '', count: unitCount }) : undefined
  const why = reasons.map(({ code, detail }) => packageText(`reason.${code}`, { detail })).join(' ')
  return (
    <Alert
      type={type[state]}
      showIcon
      role="status"
      title={t(`authoring.packageState.${state}`, { title })}
      description={state === 'failed' ? why : facts}
    />
  )
}
