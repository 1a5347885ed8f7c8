import { Button } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { usePdf } from './use-pdf.ts'

export interface CertificateDownloadProps {
  readonly id: string
}

/** Loads the PDF of a certificate of the member. */
export default function CertificateDownload({ id }: CertificateDownloadProps) {
  const t = useText('certificates')
  const { making, load } = usePdf()
  const isMaking = making !== undefined
  return (
    <Button icon={<Icon name="download" size={16} />} loading={isMaking} onClick={() => void load(id)}>
      {t(isMaking ? 'mine.preparing' : 'mine.download')}
    </Button>
  )
}
