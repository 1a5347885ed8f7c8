import { Modal } from 'antd'
import { useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { MenuButton } from '#web/ui/MenuButton.tsx'
import { outranks } from '../../contract/policy.ts'
import type { Person } from '../../contract/shapes.ts'
import { useRoomSession } from '../connection/room-session.ts'
import { useDoing, useMay } from '../connection/use-ask.ts'
import { RoomIcon } from '../controls/RoomIcon.tsx'
import { useRoom } from '../state/room-store.ts'

export function PersonRow({ person }: { person: Person }) {
  const t = useText('rooms')
  const { ask } = useRoomSession()
  const [busy, run] = useDoing()
  const mine = useRoom((view) => view.me.id === person.id)
  const seated = useRoom((view) => view.seats.some((seat) => seat.participantId === person.id))
  const full = useRoom((view) => view.seats.length >= view.seatsMax)
  const mayInvite = useMay('stage.invite') && !seated && !mine && person.online
  const role = person.role === 'viewer' ? (person.guest ? t('role.guest') : undefined) : t(`role.${person.role}`)
  return (
    <li className="room-person" data-participant={person.id}>
      <Avatar name={person.name} path={person.avatarPath} size={32} />
      <span className="room-person-name">
        {mine ? t('stage.me', { name: person.name }) : person.name}
        {role !== undefined && <span className={`room-role room-role-${person.role}`}>{role}</span>}
      </span>
      {person.silenced && <Icon name="lock" size={15} label={t('people.isSilenced')} />}
      {person.handAt !== null && (
        <span className="room-hand" title={t('people.handUp')}>
          <RoomIcon name="hand" size={17} />
        </span>
      )}
      {mayInvite && (
        <button
          type="button"
          className="sy-button sy-button-small room-invite"
          disabled={busy || person.invited || full}
          title={full ? t('stage.full') : undefined}
          onClick={() => void run(() => ask('stage.invite', { participantId: person.id }))}
        >
          {t(person.invited ? 'people.invited' : 'people.invite')}
        </button>
      )}
      <PersonMenu person={person} mine={mine} />
    </li>
  )
}

function PersonMenu({ person, mine }: { person: Person; mine: boolean }) {
  const t = useText('rooms')
  const { ask } = useRoomSession()
  const [, run] = useDoing()
  const [asking, setAsking] = useState<'remove' | 'handOver'>()
  const higher = useRoom((view) => outranks(view.me.role, person.role))
  const mayRemove = useMay('room.remove') && higher
  const maySilence = useMay('chat.mutePerson') && higher
  const mayLower = useMay('stage.lowerHand') && higher && person.handAt !== null
  const mayHandOver = useMay('room.handOver') && person.role !== 'viewer'
  if (mine || (!mayRemove && !maySilence && !mayHandOver)) return null
  const { id, name } = person
  const doAsked = () =>
    run(() =>
      asking === 'remove' ? ask('room.remove', { participantId: id }) : ask('room.handOver', { participantId: id }),
    ).then(() => setAsking(undefined))
  return (
    <>
      <MenuButton label={t('people.manage', { name })} button={<Icon name="more" size={18} />}>
        {mayLower && (
          <button
            type="button"
            role="menuitem"
            onClick={() => void run(() => ask('stage.lowerHand', { participantId: id }))}
          >
            <RoomIcon name="hand" />
            {t('people.lowerHand')}
          </button>
        )}
        {maySilence && (
          <button
            type="button"
            role="menuitem"
            onClick={() => void run(() => ask('chat.mutePerson', { participantId: id, muted: !person.silenced }))}
          >
            <Icon name="lock" />
            {t(person.silenced ? 'people.unsilence' : 'people.silence', { name })}
          </button>
        )}
        {mayHandOver && (
          <button type="button" role="menuitem" onClick={() => setAsking('handOver')}>
            <RoomIcon name="crown" />
            {t('stage.handOver')}
          </button>
        )}
        {mayRemove && (
          <button type="button" role="menuitem" onClick={() => setAsking('remove')}>
            <RoomIcon name="leave" />
            {t('people.remove')}
          </button>
        )}
      </MenuButton>
      <Modal
        open={asking !== undefined}
        title={t(asking === 'remove' ? 'people.removeQuestion' : 'stage.handOverQuestion', { name })}
        okText={t(asking === 'remove' ? 'people.remove' : 'stage.handOver')}
        okButtonProps={{ danger: asking === 'remove' }}
        onCancel={() => setAsking(undefined)}
        onOk={doAsked}
      >
        {t(asking === 'remove' ? 'people.removeConsequence' : 'stage.handOverConsequence')}
      </Modal>
    </>
  )
}
