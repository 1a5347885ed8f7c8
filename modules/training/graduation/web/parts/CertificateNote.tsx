import { Tag } from 'antd'
import { Link } from 'react-router'
import { useLanguage, useText } from '#web/i18n/texts.ts'
import type { GivenCertificate } from '../../contract/shapes.ts'

const colors: Readonly<Record<GivenCertificate['validity'], string | undefined>> = {
  valid: 'success',
  expiring: 'warning',
  expired: 'error',
  replaced: undefined,
  revoked: 'error',
}

/** The certificate that a graduation has given, what it is worth, and the way to it. */
export function CertificateNote({ certificate }: { certificate: GivenCertificate }) {
  const t = useText('graduation')
  const language = useLanguage()
  const { code, titleCn, titleEn, validity } = certificate
  return (
    <span className="sy-row sy-wrap sy-gap-2">
      <Link to={`/certificate/${code}`}>{language === 'en' && titleEn !== '' ? titleEn : titleCn}</Link>
      <Tag color={colors[validity]}>{t(`maps.validity.${validity}`)}</Tag>
    </span>
  )
}
