/** What reports read of certificates: each that was issued and not replaced. */
import { sql } from 'kysely'
import { reportSource } from '#modules/insight/reports/server.ts'

export const certificateReports = reportSource({
  key: 'certificates',
  label: { cn: '证书', en: 'Certificates' },
  hint: { cn: '每张证书一行：颁发、有效期、状态', en: 'One row for each certificate: issued, valid until, status' },
  scope: 'member',
  permission: ['course.progress', 'certificate.manage'],
  forSuperiors: true,
  columns: [
    { key: 'name', label: { cn: '名称', en: 'Certificate' }, type: 'text' },
    { key: 'number', label: { cn: '编号', en: 'Number' }, type: 'text' },
    {
      ...{ key: 'validity', label: { cn: '状态', en: 'Status' }, type: 'state' },
      states: {
        valid: { cn: '有效', en: 'Valid' },
        expired: { cn: '已过期', en: 'Expired' },
        revoked: { cn: '已吊销', en: 'Revoked' },
      },
    },
    { key: 'issued_at', label: { cn: '颁发时间', en: 'Issued' }, type: 'instant' },
    { key: 'expires_at', label: { cn: '有效期至', en: 'Valid until' }, type: 'instant' },
  ],
  rows: ({ companyId, now }) => sql`(select c.member_id, c.item_name as name, c.number,
      case when c.revoked_at is not null then 'revoked' when c.expires_at <= ${now}::bigint then 'expired' else 'valid' end as validity,
      c.issued_at, c.expires_at, '/learning-record/' || c.member_id as evidence
    from certificates.certificate c where c.company_id = ${companyId}
      and not exists (select from certificates.certificate n where n.replaces = c.id))`,
})
