import type { RoomInput } from '../contract/rooms.ts'

/** The fields of a room, and the columns that keep them. */
export const columnsOf = (input: RoomInput) => ({
  organization_id: input.organizationId,
  name: input.name.trim(),
  building: input.building.trim(),
  seats: input.seats,
  equipment: [...input.equipment],
  picture_file_id: input.pictureFileId,
  note: input.note.trim(),
  hours: JSON.stringify([...input.hours].sort((a, b) => a.weekday - b.weekday)),
  organization_ids: [...input.organizationIds],
  manager_ids: [...input.managerIds],
  is_reviewed: input.isReviewed,
  ahead_days: input.aheadDays,
  is_enabled: input.isEnabled,
})
