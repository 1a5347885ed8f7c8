-- User names in their usual form, and names that look alike. Full-width and other compatible letters become usual ones where
-- no other member has that name (a member with a name that stays signs in with it as before); what is invisible or turns
-- the direction of the text leaves full names and organizations.
create function identity.visible_name(name text) returns text immutable parallel safe language sql as $$
  select btrim(regexp_replace(regexp_replace(name,
    '[\u0001-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0e\ufeff\uffa0]',
    '', 'g'), '\s+', ' ', 'g'))
$$;

update identity.member m set name = normalize(name, NFKC)
where name is not nfkc normalized and length(normalize(name, NFKC)) <= 20 and not exists (
  select from identity.member other
  where other.id <> m.id and lower(normalize(other.name, NFKC)) = lower(normalize(m.name, NFKC)));
update identity.member set full_name = coalesce(nullif(left(identity.visible_name(full_name), 20), ''), name)
where full_name <> identity.visible_name(full_name);
update identity.organization set name = left(identity.visible_name(name), 30)
where name <> identity.visible_name(name) and identity.visible_name(name) <> '';
drop function identity.visible_name;

-- As `nameSkeleton` of kit/names.ts.
create function identity.name_skeleton(name text) returns text immutable parallel safe language sql as $$
  select lower(translate(normalize(name, NFKC),
    'АВЕКМНОРСТХУІЈЅԌԚԜҮҺавекмнорстхуіјѕԍԛԝүһԁӏѵΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορτυχϲϳօսոհցզԱՕՍᎪᏴᏟᎠᎬᏀᎻᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᏃıɑɡɩɪʏʟɴʀʙʜᴀᴄᴅᴇᴊᴋᴍᴏᴘᴛᴜᴠᴡᴢꜱꜰɢ',
    'ABEKMHOPCTXYIJSGQWYHabekmhopctxyijsgqwyhdlvABEZHIKMNOPTYXaiKvoptuxcjounhgqUOUABCDEGHJKLMPRSTVWZiagiiylnrbhacdejkmoptuvwzsfg'))
$$;
create index member_name_skeleton on identity.member (company_id, identity.name_skeleton(name));
