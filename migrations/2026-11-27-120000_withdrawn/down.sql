DROP INDEX invitations_withdrawn;
