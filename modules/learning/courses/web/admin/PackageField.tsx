import { type ReactNode, Suspense, useState } from 'react'
import { PACKAGE_FILE_UNFIT, packages } from '#modules/learning/packages/contract.ts'
import { FileUpload } from '#modules/platform/files/web.tsx'
import { isRefusal } from '#web/api/call-error.ts'
import { call } from '#web/api/query.ts'
import { errorText, useText } from '#web/i18n/texts.ts'
import { part } from '#web/part.ts'
import { Field } from './Field.tsx'

// What it says of a package are texts of packages.
const PackageState = part(() => import('./PackageState.tsx'), ['packages'])

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
      {packageId !== undefined && (
        <Suspense fallback={null}>
          <PackageState id={packageId} />
        </Suspense>
      )}
      <FileUpload kind="package" onBusy={onBusy} onUploaded={(file) => void make(file.id)} />
    </Field>
  )
}
