-- A replay that can be watched now is found by its chapters. A room has the id of its live session.
select server.watch_items('rooms.replay', 'live', '{state}', item => 'room_id');
