import { useQuery } from '@tanstack/react-query'
import { Tag } from 'antd'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { HoverCard } from '#web/ui/HoverCard.tsx'
import { identity } from '../../contract.ts'
import { identityPaths } from '../paths.ts'
import '../parts/identity.css'

/** The label of the first that applies: expert, lecturer, class staff, else ordinary (IDENTITY-047). */
function useIdentityLabel(memberId: string) {
  const query = { memberId }
  const expert = useQuery(q(identity.expertSimple, { query }, { quiet: true })).data
  const lecturer = useQuery(q(identity.isLecturerOther, { query }, { quiet: true })).data
  const staff = useQuery(q(identity.isTeacherOther, { query }, { quiet: true })).data
  if (expert?.activeStatus === 1 && expert.auditStatus === 1) return 'expert'
  if (lecturer?.flag) return 'lecturer'
  if (staff?.flag) return 'class-staff'
  return expert && lecturer && staff ? 'ordinary' : undefined
}

/** The hover card of a name. A part that fails to load stays empty (IDENTITY-076). */
export function MemberCard({ memberId }: { memberId: string }) {
  const t = useText('identity')
  const query = { memberId }
  const detail = useQuery(q(identity.otherDetail, { query }, { quiet: true })).data
  const grade = useQuery(q(identity.otherGrade, { query }, { quiet: true })).data
  const path = useQuery({
    ...q(identity.findOrganizationPath, { params: { id: detail?.organizationId ?? '' } }, { quiet: true }),
    enabled: detail !== undefined,
  }).data
  const label = useIdentityLabel(memberId)
  return (
    <div className="hover-member">
      <Avatar name={detail?.memberFullName ?? ''} path={detail?.headPortrait} size={52} />
      <div>
        <strong>{detail?.memberFullName}</strong>
        <p style={{ margin: '4px 0 0' }}>
          {label && <Tag>{t(`maps.identityLabel.${label}`)}</Tag>}
          {grade && <Tag color="warning">{t(`grades.${grade.integralGrade.level}`)}</Tag>}
        </p>
      </div>
      <Facts shape="rows" items={[[t('members.organization'), path?.path ?? detail?.organizationName ?? '—']]} />
    </div>
  )
}

/** A member's name with its hover card, linked to the homepage. */
export default function MemberName({ memberId }: { memberId: string }) {
  const detail = useQuery(q(identity.otherDetail, { query: { memberId } }, { quiet: true })).data
  return (
    <HoverCard card={() => <MemberCard memberId={memberId} />}>
      <Link to={identityPaths.homepage(memberId)}>{detail?.memberFullName ?? '—'}</Link>
    </HoverCard>
  )
}
