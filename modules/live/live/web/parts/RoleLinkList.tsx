import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/notify.ts'
import type { Live } from '../../contract/shapes.ts'
import { live as liveContract } from '../../contract.ts'
import { bothFamiliesAreOld } from '../calls.ts'
import { type LiveRole, linksText, type RoleLink, roleLinksOf } from '../role-links.ts'
import { mapLabel } from './labels.ts'

/** The room role of each role link; roles of the platform's own members have no link. */
const roomRoles: Partial<Record<LiveRole, 'organizer' | 'panelist' | 'attendee'>> = {
  'external-host': 'organizer',
  'external-panelist': 'panelist',
  'external-student': 'attendee',
  'external-user': 'attendee',
  'external-assistant': 'panelist',
  lecturer: 'organizer',
}

async function copy(text: string, done: string, failed: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify('success', done)
  } catch {
    notify('error', failed)
  }
}

/** One link for each role, with copy and revoke, and a button to copy all of them (LIVE-018, LIVE-024). */
export function RoleLinkList({ live }: { live: Live }) {
  const t = useText('live')
  const kit = useText('kit')
  const links = roleLinksOf(location.origin, live, live.supplier)
  const labelOf = (role: LiveRole) => mapLabel('live-role', role)
  return (
    <section className="lv-links" aria-label={t('share.links')}>
      <div className="sy-row sy-wrap sy-apart sy-gap-3 lv-links-head">
        <div>
          <h3>{t('share.links')}</h3>
          <p className="sy-faint">{t('share.linksHint')}</p>
        </div>
        <Button
          icon={<Icon name="copy" size={16} />}
          onClick={() =>
            void copy(linksText(links, labelOf, t('share.colon')), kit('ui.copy-success'), t('share.copyFailed'))
          }
        >
          {t('share.copyAll')}
        </Button>
      </div>
      <ul>
        {links.map((link) => (
          <RoleLinkRow key={link.role} live={live} link={link} />
        ))}
      </ul>
    </section>
  )
}

function RoleLinkRow({ live, link: { role, link } }: { live: Live; link: RoleLink }) {
  const t = useText('live')
  const kit = useText('kit')
  const label = mapLabel('live-role', role)
  return (
    <li>
      <strong className="lv-word">{label}</strong>
      {link === undefined ? (
        <span className="sy-faint">{kit('ui.none')}</span>
      ) : (
        <>
          <code>{link}</code>
          <Button
            size="small"
            aria-label={t('share.copyOne', { role: label })}
            onClick={() => void copy(link, kit('ui.copy-success'), t('share.copyFailed'))}
          >
            {t('share.copy')}
          </Button>
          <Revocation live={live} role={role} />
        </>
      )}
    </li>
  )
}

/** The number of uses, and the button that replaces the link. */
function Revocation({ live, role }: { live: Live; role: LiveRole }) {
  const t = useText('live')
  const roomRole = roomRoles[role]
  const params = { id: live.id }
  const found = useQuery({
    ...q(liveContract.roleLinks, { params }, { quiet: true, handles: 'all' }),
    enabled: roomRole !== undefined,
  })
  const link = found.data?.items.find((one) => one.role === roomRole)
  if (!link || roomRole === undefined || link.token === null) return null
  const label = mapLabel('live-role', role)
  const renew = async () => {
    await call(liveContract.changeRoleLink, { params, body: { role: roomRole, renew: true } }, bothFamiliesAreOld)
    notify('success', t('share.revoked'))
  }
  return (
    <>
      <ConfirmButton
        size="small"
        type="text"
        danger
        aria-label={t('share.revokeOne', { role: label })}
        question={t('share.revokeQuestion', { role: label })}
        consequence={t('share.revokeConsequence')}
        onConfirm={renew}
      >
        {t('share.revoke')}
      </ConfirmButton>
      <small className="sy-faint">
        {t('share.uses', { count: link.uses })}
        {link.expiresAt !== null && (
          <>
            {' · '}
            {t('share.expires')} <DateText value={link.expiresAt} />
          </>
        )}
      </small>
    </>
  )
}
