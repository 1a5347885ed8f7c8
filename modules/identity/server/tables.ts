// Generated from the migrations by `npm run generate`. Don't edit.
import type { Generated } from 'kysely'

export interface Company {
  id: string
  time_zone: Generated<string>
  created_at: number
}

export interface Credential {
  member_id: string
  password_hash: string | null
  password_changed_at: number | null
  wrong_passwords: Generated<number>
  locked_until: number | null
}

export interface Member {
  id: string
  company_id: string
  organization_id: string
  name: string
  full_name: string
  staff_number: string | null
  phone: string | null
  email: string | null
  sex: Generated<number>
  position_id: string | null
  job_name: string | null
  person_type: Generated<number>
  avatar_path: Generated<string>
  bio: Generated<string>
  hired_on: string | null
  superior_id: string | null
  enabled: Generated<boolean>
  created_at: number
  updated_at: number
}

export interface Organization {
  id: string
  company_id: string
  parent_id: string | null
  name: string
  code: string | null
  sort: Generated<number>
  enabled: Generated<boolean>
  created_at: number
}

export interface OrganizationAncestor {
  organization_id: string
  ancestor_id: string
  depth: number
}

export interface Position {
  id: string
  company_id: string
  name: string
  created_at: number
}

export interface RoleGrant {
  id: string
  company_id: string
  member_id: string
  role: string
  organization_id: string
  enabled: Generated<boolean>
  granted_by: string | null
  granted_at: number
}

export interface RolePermission {
  company_id: string
  role: string
  permission: string
  allowed: boolean
}

export interface Session {
  id: string
  company_id: string
  member_id: string
  access_hash: Buffer
  access_expires_at: number
  refresh_hash: Buffer
  refresh_expires_at: number
  created_at: number
  last_seen_at: number
  ended_at: number | null
  end_code: number | null
  ip: string
  user_agent: string
}

export interface DB {
  'identity.company': Company
  'identity.credential': Credential
  'identity.member': Member
  'identity.organization': Organization
  'identity.organization_ancestor': OrganizationAncestor
  'identity.position': Position
  'identity.role_grant': RoleGrant
  'identity.role_permission': RolePermission
  'identity.session': Session
}
