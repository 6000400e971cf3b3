#!/bin/sh
# LemonLDAP::NG 2.16.1 (Debian 12): the token endpoint cuts client credentials in the header.
#
# RFC 6749, section 2.3.1, and RFC 7617: client id and secret are percent-encoded, joined by a colon, and encoded in Base64, whose
# alphabet has +, / and =. LemonLDAP::NG matches the header with `^Basic (\w+)`, which ends at the first + or /; it splits the decoded
# text at every colon, so a secret ends at its first one; and it decodes no percent-encoding. The client is refused with invalid_client,
# although the same secret in the body works. A secret of letters and digits arrives, unless its Base64 has + or /.
# Seen: `abc` arrives; `a:b` arrives as `a`, or encoded as `a%3Ab`; `~~~?` arrives as `~`.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get -qq download 'liblemonldap-ng-portal-perl=2.16.1+ds-deb12u10' 2>/dev/null
dpkg-deb -x liblemonldap-ng-portal-perl_*.deb files
# The function of the package by itself, with a request that has only the header.
cat >read.pl <<'PERL'
use strict;
use MIME::Base64;
open my $file, '<', 'files/usr/share/perl5/Lemonldap/NG/Portal/Lib/OpenIDConnect.pm' or die $!;
my ($function) = join( '', <$file> ) =~ /^(sub getEndPointAuthenticationCredentials \{.*?^\})/ms or die 'the function is gone';
eval "$function; 1" or die $@;
{ package Log; sub debug { } sub error { } }
{ package Request; sub authorization { $_[0]{header} } sub param { undef } }
my %seen;
for my $secret ( 'abc', 'a:b', 'a%b', '~~~?' ) {
    ( my $encoded = $secret ) =~ s/([^A-Za-z0-9_.~-])/sprintf '%%%02X', ord $1/ge;
    for my $sent ( $encoded, $secret ) {
        my $header = 'Basic ' . encode_base64( "portal:$sent", '' );
        my ( undef, $read ) = getEndPointAuthenticationCredentials( (bless { logger => bless {}, "Log" }, "main"), bless { header => $header }, 'Request' );
        $seen{"$secret $sent"} = $read // '';
        print "secret $secret, sent as $sent, in $header: read as ", $read // 'nothing', "\n";
    }
}
sub logger { $_[0]{logger} }
die 'the behaviour changed' if $seen{'abc abc'} ne 'abc' || $seen{'a:b a:b'} ne 'a' || $seen{'a:b a%3Ab'} eq 'a:b' || $seen{'~~~? ~~~?'} eq '~~~?';
PERL
perl read.pl
