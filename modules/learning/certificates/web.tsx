/** Certificates' door for the shell: the own ones, the public page, and their management; and the fields of an author. */
import { Suspense } from 'react'
import type { WebModule } from '#web/module.ts'
import { part } from '#web/part.ts'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { managesCertificates } from './contract/access.ts'
import type { CertificatePickerProps } from './web/completion-awards/CertificatePicker.tsx'
import type { CompletionAwardProps } from './web/completion-awards/CompletionAwardFields.tsx'
import type { CompletionAwardLineProps } from './web/completion-awards/CompletionAwardLine.tsx'
import type { CertificateDownloadProps } from './web/parts/CertificateDownload.tsx'

const LazyCompletionAwardFields = part(
  () => import('./web/completion-awards/CompletionAwardFields.tsx'),
  ['certificates'],
)
const LazyCompletionAwardLine = part(() => import('./web/completion-awards/CompletionAwardLine.tsx'), ['certificates'])

const LazyCertificatePicker = part(() => import('./web/completion-awards/CertificatePicker.tsx'), ['certificates'])
const LazyCertificateDownload = part(() => import('./web/parts/CertificateDownload.tsx'), ['certificates'])

/** Chooses a certificate that something earns, in a form of another module. */
export function CertificatePicker(props: CertificatePickerProps) {
  return (
    <Suspense fallback={<LoadingState rows={1} />}>
      <LazyCertificatePicker {...props} />
    </Suspense>
  )
}

/** Loads the PDF of a certificate of the member, from where it was earned. */
export function CertificateDownload(props: CertificateDownloadProps) {
  return (
    <Suspense fallback={null}>
      <LazyCertificateDownload {...props} />
    </Suspense>
  )
}

/** The completion awards of an item, as fields of its author's form: class hours, credit, a certificate. */
export function CompletionAwardFields(props: CompletionAwardProps) {
  return (
    <Suspense fallback={<LoadingState rows={2} />}>
      <LazyCompletionAwardFields {...props} />
    </Suspense>
  )
}

/** The completion awards of an item, for learners; nothing without awards. */
export function CompletionAwardLine(props: CompletionAwardLineProps) {
  return (
    <Suspense fallback={null}>
      <LazyCompletionAwardLine {...props} />
    </Suspense>
  )
}

export const certificatesWeb: WebModule = {
  name: 'certificates',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/center/my/certificates',
      title: { cn: '我的证书', en: 'My certificates' },
      screen: () => import('./web/center/CertificatesPage.tsx'),
    },
    {
      path: '/certificate/:code',
      title: { cn: '证书查验', en: 'Verify a certificate' },
      screen: () => import('./web/center-detail/VerifyPage.tsx'),
      layout: 'blank',
      access: 'public',
    },
    {
      path: '/manage/certificates',
      title: { cn: '证书', en: 'Certificates' },
      screen: () => import('./web/admin/CertificatesAdminPage.tsx'),
      layout: 'admin',
      access: managesCertificates,
    },
  ],
  menu: [
    {
      area: 'center',
      order: 25,
      title: { cn: '我的证书', en: 'Certificates' },
      icon: 'medal',
      path: '/center/my/certificates',
    },
    {
      area: 'admin',
      group: 'study',
      order: 50,
      title: { cn: '证书', en: 'Certificates' },
      icon: 'shield',
      path: '/manage/certificates',
      access: managesCertificates,
    },
  ],
  widgets: {
    center: [{ order: 40, screen: () => import('./web/center/CertificatesSection.tsx') }],
    homepage: [{ order: 30, screen: () => import('./web/center-v/ShownSection.tsx') }],
  },
}
