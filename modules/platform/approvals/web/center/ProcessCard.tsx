import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import type { ProcessRow } from '../../contract/shapes.ts'
import { nameOf } from '../parts/names.ts'
import { StateTag } from '../parts/StateTag.tsx'
import { approvalPaths } from '../paths.ts'

interface Props {
  readonly process: ProcessRow
  /** Additional facts of the list, such as the current approvers. */
  readonly children: ReactNode
}

/** An application in a list; the whole card is a link. */
export function ProcessCard({ process, children }: Props) {
  const t = useText('approvals')
  return (
    <li className="sy-box sy-flow sy-gap-4 ap-card">
      <Avatar name={process.applicant.fullName} path={process.applicant.avatarPath} size={44} />
      <div className="ap-card-text">
        <p className="sy-flow ap-card-head">
          <Link to={approvalPaths.process(process.id)} className="ap-card-name">
            {process.name}
          </Link>
          <StateTag state={process.state} />
        </p>
        <p className="ap-card-line">
          <span className="ap-kind">{process.businessTypeName}</span>
          <span>
            {t('center.applied', { name: nameOf(process.applicant, t) })}{' '}
            <DateText value={process.startedAt} style="relative" />
          </span>
        </p>
        <div className="ap-card-line ap-card-own">{children}</div>
      </div>
    </li>
  )
}
