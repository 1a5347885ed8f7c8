import '../parts/certificates.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { HomeSection } from '#web/ui/HomeSection.tsx'
import { certificates } from '../../contract.ts'
import { CertificateDocument } from '../parts/Paper.tsx'
import { certificatePaths } from '../paths.ts'

const SHOWN = 4

/** The latest certificates, in the personal center; nothing where there are none. */
export default function CertificatesSection() {
  const t = useText('certificates')
  const { data } = useQuery(q(certificates.myCertificates, { query: { pageSize: SHOWN } }, { quiet: true }))
  if (!data || data.recordCount === 0) return null
  return (
    <HomeSection
      title={t('mine.section')}
      more={<Link to={certificatePaths.mine}>{t('mine.all', { count: data.recordCount })}</Link>}
    >
      <div className="sy-grid sy-gap-3 ce-widget">
        {data.items.map((one) => (
          <Link key={one.id} to={certificatePaths.mine}>
            <CertificateDocument
              design={one.design}
              titleCn={one.titleCn}
              isVoid={one.validity === 'revoked' || one.validity === 'expired'}
            >
              <span>{one.itemName}</span>
              <span>{t(`validity.${one.validity}`)}</span>
            </CertificateDocument>
          </Link>
        ))}
      </div>
    </HomeSection>
  )
}
