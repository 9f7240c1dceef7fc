select "t0"."id", "t0"."photo_name", "t0"."photo_type", "t0"."photo_size", "t0"."photo_sha256", "t0"."photo_file" from (select "t1".* from "documents" as "t1" where "t1"."deleted_at" is null) as "t0" where "t0"."id" = any($1::int8[])
-- $1 = ["1"]

-- next round trip
select encode(bytes, 'base64') from corollary.file_chunk where file = $1 and number = $2
-- $1 = "…"
-- $2 = 0
