import { useQuery } from '@tanstack/react-query'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Slot } from '#web/slots.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { identity } from '../../contract.ts'
import { GradeMark } from '../parts/GradeMark.tsx'
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

/** The card of a member. A part that fails to load stays empty (IDENTITY-076). */
export default function MemberCard({ memberId }: { memberId: string }) {
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
    <section className="hover-member" aria-label={detail?.memberFullName}>
      <Avatar name={detail?.memberFullName ?? ''} path={detail?.headPortrait} size={52} />
      <div>
        <strong>{detail?.memberFullName}</strong>
        <p className="hover-member-tags">
          {label && <span className="sy-tag">{t(`maps.identityLabel.${label}`)}</span>}
          {grade && <GradeMark grade={grade.integralGrade} />}
        </p>
      </div>
      <div className="hover-member-rows">
        <Facts shape="rows" items={[[t('members.organization'), path?.path ?? detail?.organizationName ?? '—']]} />
        <Slot name="member-card-rows" values={{ memberId }} />
      </div>
    </section>
  )
}
