/** Turns violations of unique constraints into refusals, so that the database decides races. */
import { refusingTaken, type TakenMeanings } from '#server/db/unique.ts'
import {
  EMAIL_USED,
  ORGANIZATION_CODE_USED,
  PHONE_USED,
  POSITION_NAME_USED,
  STAFF_NUMBER_USED,
  USER_NAME_USED,
} from '../contract/codes.ts'

const meanings: TakenMeanings = {
  member_name: USER_NAME_USED,
  member_phone: PHONE_USED,
  member_email: EMAIL_USED,
  member_staff_number: STAFF_NUMBER_USED,
  organization_company_id_code_key: ORGANIZATION_CODE_USED,
  position_company_id_name_key: POSITION_NAME_USED,
}

/** Runs a statement and refuses a value of another member. */
export const refusingUsed = <T>(write: () => Promise<T>): Promise<T> => refusingTaken(meanings, write)
